"""The colours and the shapes of pages: one style sheet, all of it under the class `citadels`, light and dark."""

from __future__ import annotations

from typing import Final

TYPES: Final = ("noble", "religious", "trade", "military", "unique")

LIGHT: Final = (
    "--paper:#f6f0e2;--panel:#fffcf4;--ink:#2d2721;--soft:#6f6557;--line:#e2d6bd;--ground:#c9b894;--lit:#fff4cf;"
    "--noble:#d9a520;--religious:#3f78b8;--trade:#43915a;--military:#bf4038;--unique:#8453ab;--plain:#5a6472;"
    "--coin:#f0c649;--rim:#b4861a;--good:#2f7d4a;--bad:#b23a33;--shade:#0000002e;--bar:#c8bda6"
)
DARK: Final = (
    "--paper:#17191f;--panel:#21242c;--ink:#efe9dc;--soft:#aaa193;--line:#373b46;--ground:#4d4a45;--lit:#ffe9a6;"
    "--noble:#d6a52b;--religious:#4d86c6;--trade:#4c9a63;--military:#c9524a;--unique:#9467bb;--plain:#6f7a8a;"
    "--coin:#e8bd42;--rim:#8a6714;--good:#6cc08a;--bad:#ec827a;--shade:#00000052;--bar:#4a4e5a"
)

STYLE: Final = (
    f".citadels{{{LIGHT};color-scheme:light dark;background:var(--paper);color:var(--ink);padding:12px;border-radius:10px;"
    'font:14px/1.45 system-ui,"Segoe UI",Helvetica,Arial,sans-serif;text-align:left;max-width:1180px;box-sizing:border-box}'
    f"@media(prefers-color-scheme:dark){{.citadels{{{DARK}}}}}"
    """
.citadels *{box-sizing:border-box}
.citadels h3{margin:2px 2px 8px;font-size:16px;font-weight:650;line-height:1.3;color:var(--ink)}
.citadels h4{margin:12px 2px 4px;font-size:13px;font-weight:650;color:var(--soft)}
.citadels p{margin:2px 2px 6px}
.citadels .soft{color:var(--soft)}
.citadels .seats{display:grid;gap:10px;grid-template-columns:repeat(auto-fit,minmax(min(100%,430px),1fr))}
.citadels .seat,.citadels .box{background:var(--panel);border:1px solid var(--line);border-radius:10px;padding:8px 10px 4px;min-width:0}
.citadels .seat.waits{border-color:var(--rim);box-shadow:0 0 0 1px var(--rim)}
.citadels .box{padding:8px 10px;margin-top:10px}
.citadels .head{display:flex;flex-wrap:wrap;align-items:center;gap:2px 10px}
.citadels .name{font-weight:650;overflow-wrap:anywhere}
.citadels .num{font-variant-numeric:tabular-nums;white-space:nowrap}
.citadels .num svg,.citadels .who svg,.citadels .head>svg{vertical-align:-5px;margin-right:4px}
.citadels .who{white-space:nowrap}
.citadels .who.dead{text-decoration:line-through;color:var(--soft)}
.citadels .row{display:flex;flex-wrap:wrap;align-items:flex-end;min-height:40px;margin:2px -4px 0}
.citadels .none{color:var(--soft);padding:12px 6px;font-style:italic}
.citadels svg{display:inline-block;max-width:100%;height:auto}
.citadels svg text{font-family:inherit;fill:var(--ink)}
.citadels table{border-collapse:collapse;margin:4px 0;color:inherit;font-size:13px;background:none;border:0}
.citadels th,.citadels td{padding:3px 9px 3px 3px;text-align:right;border:0;border-bottom:1px solid var(--line);font-variant-numeric:tabular-nums;background:none}
.citadels th{font-weight:600;color:var(--soft);vertical-align:bottom}
.citadels tr>:first-child{text-align:left}
.citadels td.n{font-weight:600;overflow-wrap:anywhere;}.citadels td.n:first-child{min-width:7em}.citadels .told{display:flex;flex-wrap:wrap;align-items:center;gap:2px 14px;margin:3px 0 5px}.citadels .told svg{flex:0 0 auto}.citadels .told p{flex:1 1 260px;margin:0}.citadels .seats .box{margin-top:0}
.citadels .wide{overflow-x:auto;max-width:100%}
.citadels details{margin:6px 2px}
.citadels summary{cursor:pointer;font-weight:600}
.citadels details details{margin:2px 0 2px 14px}
.citadels details details summary{font-weight:500}
.citadels ol,.citadels ul{margin:2px 0 6px;padding-left:26px}
.citadels li{margin:1px 0;overflow-wrap:anywhere}
.citadels code{font:12px/1.4 ui-monospace,"DejaVu Sans Mono",Menlo,monospace;overflow-wrap:anywhere;color:inherit;background:none;padding:0}
.citadels .better{color:var(--good);font-weight:600}
.citadels .worse{color:var(--bad);font-weight:600}
.citadels .noble{fill:var(--noble)}.citadels .religious{fill:var(--religious)}.citadels .trade{fill:var(--trade)}
.citadels .military{fill:var(--military)}.citadels .unique{fill:var(--unique)}.citadels .plain{fill:var(--plain)}
.citadels .shade{fill:var(--shade)}.citadels .lit{fill:var(--lit)}.citadels .ground{fill:var(--ground)}
.citadels .coin{fill:var(--coin);stroke:var(--rim);stroke-width:1.4}
.citadels .pole{stroke:var(--ink);stroke-width:1.3;fill:none;stroke-linecap:round}
.citadels .glyph{stroke:#fff;stroke-width:1.7;fill:none;stroke-linecap:round;stroke-linejoin:round}
.citadels .hidden{fill:none;stroke:var(--soft);stroke-width:1.3;stroke-dasharray:3 2.4}
.citadels .back{fill:var(--plain);stroke:var(--panel);stroke-width:1.2}
.citadels .bar{fill:var(--bar)}.citadels .track{fill:var(--line)}
.citadels .fair{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:2 2}
.citadels .isbetter{fill:var(--good)}.citadels .isworse{fill:var(--bad)}.citadels .iseven{fill:var(--plain)}
.citadels svg text.oncoin{fill:#3a2a05;font-weight:700}
.citadels svg text.soft{fill:var(--soft)}.citadels svg text.onbar{fill:#fff;font-weight:600}
"""
).replace("\n", "")

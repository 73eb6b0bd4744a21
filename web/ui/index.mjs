// The small components, from one place.
export { Badge } from "./badge.mjs";
export { Bar } from "./bar.mjs";
export { Button } from "./button.mjs";
export { Copy } from "./copy.mjs";
export { Confirm, Dialog } from "./dialog.mjs";
export { Disclosure } from "./disclosure.mjs";
export { Check, Choice, Field, Select } from "./field.mjs";
export { Pager } from "./pager.mjs";
export { Panel, Scroll, Stat } from "./panel.mjs";
export { Empty, Loading, Problem, problemText } from "./states.mjs";
export { Tabs } from "./tabs.mjs";
export { Tip, useTip } from "./tip.mjs";

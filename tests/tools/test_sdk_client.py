"""What is made of the SDK's client is what the generator writes."""

from __future__ import annotations

from tools.sdk_client import FOLDER, synchronous, written


def test_the_modules_are_what_the_generator_writes() -> None:
    stale = [name for name, text in written().items() if (FOLDER / name).read_text(encoding="utf-8") != text]
    assert stale == [], "run python -m tools.sdk_client"


def test_names_and_texts_follow_into_the_synchronous_module() -> None:
    source = 'class AsyncA:\n    """Let `aclose` end an AsyncA("x")."""\n\n    async def aclose(self) -> None:\n        await asyncio.sleep(1)\n'
    assert synchronous(source) == (
        'class A:\n    """Let `close` end an A("x")."""\n\n    def close(self) -> None:\n        time.sleep(1)\n'
    )

"""The use cases: what one can do, the same behind both doors. They raise `Refusal` for every expected failure."""

"""The cards: what each of them is and does, and what lies in each box."""

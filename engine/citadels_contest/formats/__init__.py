"""The formats of a tournament: how each of them makes its rounds."""

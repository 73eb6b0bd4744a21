"""What pytest finds by itself where the SDK is installed: fixtures for the tests of a bot."""

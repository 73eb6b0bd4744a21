"""What the system keeps from a process that asks for it: files, network, other processes, more than its share. Standard library alone.

1. `policy` says what a process may have: which files it reads, where it writes, how much it uses.
2. `confinement.enter` gives up everything else, for ever: this process cannot take it back, nor can what it runs.
3. `sandbox_parts` says what this machine can keep from a process, and what it cannot.
4. `landlock` and `seccomp` are the two parts of Linux behind it, by raw system calls. docs/decisions/0006-one-sandbox.md says why.

It knows nothing of bots and games: `citadels_sdk.isolated` plays in it.
"""

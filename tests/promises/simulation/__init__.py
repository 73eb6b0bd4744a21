"""The deterministic simulation (R22): the whole service in one process, on a simulated store, network, queue and time, from one seed."""

"""The whole controller in a simulated world, from a seed: virtual time, people who err, and machines that fail."""

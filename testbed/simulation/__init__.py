"""The whole controller in a made-up world, from a seed: virtual time, people who err, and machines that fail."""

import '#server/runtime'

// Loaded afterwards: an older Node fails to load it, with an error that does not say what to install.
await import('./main')

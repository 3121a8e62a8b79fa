import fc from 'fast-check';

// Loaded before a file of tests that is run once more: its properties begin where the one began that found something.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.TWINHAUS_SEED) });

import fc from 'fast-check'

/** Fixed, so that a run of the checks never fails for a change that it does not contain; PROPERTY_SEED=random explores others. */
const SEED = 20_260_510

if (process.env.PROPERTY_SEED !== 'random')
  fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? SEED) })

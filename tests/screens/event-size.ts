/** Whether the scenes play on an event of real size, with scenes of its own people. */
export const ON_LARGE_EVENT = process.env.SCREENS_EVENT === 'large'

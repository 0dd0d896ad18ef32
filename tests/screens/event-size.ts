/** Whether the scenes play on the large demo event, with scenes of its own people. */
export const ON_LARGE_EVENT = process.env.SCREENS_EVENT === 'large'

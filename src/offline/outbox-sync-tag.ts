/** The tag of the sync event that wakes the worker once there is a network. */
export const OUTBOX_SYNC_TAG = 'geek-outbox'

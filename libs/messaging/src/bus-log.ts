import type { Logger } from 'pino'

/** The part of a log that the bus writes to. */
export type BusLog = Pick<Logger, 'debug' | 'error' | 'info' | 'warn'>

import type { Layout } from '../system/running-system.ts'

export const layoutVariable = 'OUTTURN_CRASH_LAYOUT'

/** How the services share processes that the tests end: in a process each, or as `npm run crash -- --layout compact` asks. */
export const layout: Layout = process.env[layoutVariable] === 'compact' ? 'compact' : 'spread'

/** Whether every case is tried by itself, as `npm run crash` does; `npm test` tries together what one fault can show. */
export const isThorough = process.env[layoutVariable] !== undefined

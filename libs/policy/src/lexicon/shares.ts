import { bounds, degrees, type Relation, signs } from './comparisons.ts'

/** Limits of a share; a share without one is exact, which no check says. */
export const shareLimits: readonly (readonly [string, Relation])[] = [...bounds, ...degrees, ...signs]

import { windowMs } from './sliding-log.ts'

const policyName = 'api-v1'

/** The rate of one caller: its quota a minute, what is left and when some returns. */
export type RateState = { readonly quota: number; readonly remaining: number; readonly resetMs: number }

/** `"api-v1";q=120;w=60`: quota and window in seconds. */
export function policyField(quota: number): string {
  return `"${policyName}";q=${quota};w=${windowMs / 1000}`
}

/** `"api-v1";r=117;t=42`: requests left, and seconds until more return. */
export function rateField(rate: RateState): string {
  return `"${policyName}";r=${rate.remaining};t=${secondsUntilReset(rate)}`
}

/** Whole seconds after which a refused caller is served again. */
export function secondsUntilReset(rate: RateState): number {
  return Math.max(0, Math.ceil(rate.resetMs / 1000))
}

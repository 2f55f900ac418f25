import type { CommandOutput, readBalanceThreshold } from '@outturn/contracts'

/** The threshold of an account as the contract shows it; null is the one that every account has. */
export function toThresholdView(
  threshold: bigint | null,
  defaultMicros: bigint,
): CommandOutput<typeof readBalanceThreshold> {
  return {
    thresholdMicros: String(threshold ?? defaultMicros),
    isDefault: threshold === null,
    defaultMicros: String(defaultMicros),
  }
}

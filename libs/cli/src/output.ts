import type { CommandOutput } from '@outturn/receipt-verifier/node'

/** Where a command writes, line by line. */
export type Output = CommandOutput

/** What a script can rely on: it holds, it does not or was refused, it could not be judged, or it was interrupted. */
export const exitStatus = { agrees: 0, differs: 1, unusable: 2, interrupted: 130 } as const
export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus]

/** Something the user must put right before anything can be judged. */
export class UnusableInput extends Error {
  override readonly name = 'UnusableInput'
}

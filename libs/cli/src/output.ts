/** Where a command writes, line by line. */
export interface Output {
  readonly print: (line: string) => void
  readonly complain: (line: string) => void
}

/** What a script can rely on: it holds, it does not, or it could not be judged. */
export const exitStatus = { agrees: 0, differs: 1, unusable: 2 } as const
export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus]

/** Something the user must put right before anything can be judged. */
export class UnusableInput extends Error {
  override readonly name = 'UnusableInput'
}

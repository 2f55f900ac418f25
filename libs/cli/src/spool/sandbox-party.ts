import { UnusableInput } from '../output.ts'

/** A key is of one party; a sandbox session alone can choose. */
export function assertSandboxParty({ as, sandbox }: { as?: string; sandbox?: boolean }): void {
  if (as === undefined || sandbox) return
  throw new UnusableInput('--as goes with --sandbox: a key acts for the party that it is of.')
}

import { methodNames } from '../method-names.ts'
import { isPythonName } from './python-text.ts'

/** One method of the client in Python for an operation of the interface document. */
export type PythonMethod = {
  /** Resource groups and name, `spools.get`; without a group it is a method of the client itself. */
  readonly at: string
  /** Schema of the answer, where the operation has several. */
  readonly returns?: string | undefined
  /** Schema of an answer that this method does not get. */
  readonly neverReturns?: string
  /** Query parameters with a fixed value. */
  readonly query?: Readonly<Record<string, string>>
  /** Parameters that this method does not offer. */
  readonly without?: readonly string[]
  /** The method is written by hand, in `outturn/_actions.py`. */
  readonly isWritten?: true
  /** No key is sent where one would be taken. */
  readonly isOpen?: true
}

/** Methods that are written by hand, by the operation that they call. */
const written: Readonly<Record<string, readonly string[]>> = {
  'read-spool': ['spools.get_if_changed', 'spools.wait_for'],
  'accept-spool': ['spools.accept'],
  'submit-evidence': ['spools.submit_evidence', 'spools.confirm'],
}

/** Methods without an operation: they need no service. */
export const offlineMethods: readonly string[] = ['receipts.verify']

/** The methods for an operation: those of the client in TypeScript, under the same names in the style of Python. */
export function pythonMethodsFor(operationId: string): PythonMethod[] {
  const method = methodNames[operationId]
  if (method === undefined) throw new Error(`The operation ${operationId} has no place in method-names.ts.`)
  const { name, reply, dryRun, keyless } = method
  const byHand = (written[operationId] ?? []).map((at) => ({ at, isWritten: true }) as const)
  const main = {
    at: toPythonName(name),
    returns: reply,
    ...(dryRun && { without: ['dry_run'], neverReturns: dryRun.reply }),
  }
  return [
    ...(byHand.some(({ at }) => at === main.at) ? [] : [main]),
    ...byHand,
    ...(dryRun === undefined
      ? []
      : [
          {
            at: toPythonName(dryRun.name),
            returns: dryRun.reply,
            query: { dry_run: 'true' },
            without: ['view'],
          },
        ]),
    ...(keyless === undefined
      ? []
      : [
          {
            at: toPythonName(keyless.name),
            returns: keyless.reply,
            isOpen: true as const,
            without: ['view'],
          },
        ]),
  ]
}

/** `spools.readQuote` as `spools.read_quote`; a keyword of Python gets a line at its end. */
function toPythonName(name: string): string {
  const steps = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('.')
  return steps.map((step) => (isPythonName(step) ? step : `${step}_`)).join('.')
}

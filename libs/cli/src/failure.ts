import { OutturnError, OutturnUnreachable } from '@outturn/sdk'
import { type ExitStatus, exitStatus, type Output } from './output.ts'
import { questionLines } from './policy/question-lines.ts'
import { shown } from './terminal/shown.ts'

/**
 * Prints why the service did not do what it was asked, and returns the exit status: 1 where it refused, 2 where it did not answer. Undefined
 * for another error.
 */
export function reportFailure(
  error: unknown,
  { complain }: Output,
  { json = false, url }: { json?: boolean | undefined; url: () => string },
): ExitStatus | undefined {
  if (error instanceof OutturnError) {
    complain(json ? JSON.stringify(error.body) : shownLines(refusalLines(error)))
    return exitStatus.differs
  }
  if (error instanceof OutturnUnreachable) {
    const lines = unreachableLines(error, url())
    complain(json ? JSON.stringify({ error: lines.join(' '), reason: error.reason }) : shownLines(lines))
    return exitStatus.unusable
  }
  return undefined
}

/** What was answered may not move the cursor, or begin a line of its own. */
function shownLines(lines: readonly string[]): string {
  return lines.map((line) => shown(line)).join('\n')
}

/** The command that does what the remedy of a code asks for. */
const commandsFor: Readonly<Record<string, string>> = {
  session_expired: 'outturn sandbox start',
  credits_required: 'outturn credits, and outturn pay pack 500 -o pack.json',
  unauthenticated: 'outturn doctor',
}

function refusalLines(error: OutturnError): string[] {
  const { code, reason, field, message, remediation, requestId, docs, questions, unsupported } = error
  const name = reason === undefined ? code : `${code} (${reason})`
  const where = field === undefined || message.startsWith(field) ? '' : ` At: ${field}.`
  return [
    `${name}: ${message}${where}`,
    ...questions.flatMap((question) => questionLines(question)),
    ...unsupported.map(({ text, reason: why }) => `No checker decides ${JSON.stringify(text)}: ${why}.`),
    remediation,
    ...(code in commandsFor ? [`Command: ${commandsFor[code]}`] : []),
    ...(docs === undefined ? [] : [`More: ${docs}`]),
    ...(requestId === undefined ? [] : [`Request: ${requestId}`]),
  ]
}

function unreachableLines({ reason, message, cause, idempotencyKey }: OutturnUnreachable, url: string) {
  const repeat =
    idempotencyKey === undefined
      ? []
      : [
          `Whether the request was handled is not known. Repeated with --idempotency-key ${idempotencyKey}, it is done once.`,
        ]
  const remedies = {
    connection_failed: 'Check the address and the network: outturn doctor',
    deadline_passed: 'Try again later.',
    unexpected_answer:
      'Something between here and the service answered, or the address is of another server: outturn doctor',
  }
  return [`${message.replace(/\.$/, '')} (${url})${causeText(cause)}.`, remedies[reason], ...repeat]
}

function causeText(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  if (!(inner instanceof Error) || inner.message === '') return ''
  return `: ${inner.message}`
}

import { OutturnError, OutturnUnreachable } from '@outturn/sdk'
import { type ExitStatus, exitStatus, type Output } from './output.ts'
import { choiceLines, questionLines } from './policy/question-lines.ts'
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
  const { code, reason, field, message, requestId, docs, questions, unsupported } = error
  const name = reason === undefined ? code : `${code} (${reason})`
  const where = field === undefined || message.startsWith(field) ? '' : ` At: ${placeName(field)}.`
  return [
    `${name}: ${message}${where}`,
    // The message has the first question and the first words already.
    ...questions.flatMap((question) =>
      message.includes(question.question) ? choiceLines(question) : questionLines(question),
    ),
    ...unsupported
      .filter(({ text }) => !message.includes(JSON.stringify(text)))
      .map(({ text, reason: why }) => `No checker decides ${JSON.stringify(text)}: ${why}.`),
    remedyOf(error),
    ...(code in commandsFor ? [`Command: ${commandsFor[code]}`] : []),
    ...(docs === undefined ? [] : [`More: ${docs}`]),
    ...(requestId === undefined ? [] : [`Request: ${requestId}`]),
  ]
}

/** Conditions are counted from 1, in the order of the command. */
function placeName(field: string): string {
  return field.replace(/^conditions\[(\d+)\]/, (_, index: string) => `condition ${Number(index) + 1}`)
}

/** What to do next, at a terminal: the remedy of the interface where no command is meant. */
function remedyOf({ code, remediation, retryAfterMs, questions, unsupported }: OutturnError): string {
  const waitSeconds = Math.ceil((retryAfterMs ?? 0) / 1_000)
  if (code === 'rate_limited' && waitSeconds > 0) return `Wait ${waitSeconds} s, then repeat the command.`
  if (code === 'unsupported_environment_capability') {
    return 'Repeat the command without --sandbox, with the key of an account.'
  }
  if (code !== 'ambiguity_required') return withCommands(remediation)
  const hasChoice = questions.some((question) => choiceLines(question).length > 0)
  if (hasChoice) return 'Repeat the command with one of these lines in place of the condition.'
  if (questions.length === 0 && unsupported.length > 0) {
    return 'People can decide it, in a Spool: give it to outturn spool create in a file with the whole request, as a condition with "verification_method": "human_confirmed".'
  }
  return remediation
}

const requestCommands: readonly (readonly [RegExp, string])[] = [
  [/POST \/api\/v1\/spools\/([\w{}]+)\/match\b/g, 'outturn match run $1'],
  [/POST \/api\/v1\/spools\/([\w{}]+)\/quote\b/g, 'outturn spool quote $1'],
  [/GET \/api\/v1\/spools\/([\w{}]+)\/claims\b/g, 'outturn claims list $1'],
  [/GET \/api\/v1\/spools\/([\w{}]+)(?![\w/])/g, 'outturn spool show $1'],
  [/GET \/api\/v1\/disputes\/([\w{}]+)(?![\w/])/g, 'outturn disputes show $1'],
  [/GET \/api\/v1\/sources(?![\w/])/g, 'outturn sources list'],
]

/** The commands in place of the requests that a remedy names. */
function withCommands(remediation: string): string {
  return requestCommands.reduce((text, [request, command]) => text.replaceAll(request, command), remediation)
}

function unreachableLines({ reason, message, cause, idempotencyKey }: OutturnUnreachable, url: string) {
  // The runtime refuses such an address before it opens a connection.
  const isUnsent = cause instanceof Error && /bad port|Invalid URL/i.test(causeText(cause))
  const repeat =
    idempotencyKey === undefined || isUnsent
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

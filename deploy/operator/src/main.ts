import { userInfo } from 'node:os'
import { errorCodes, Refusal } from '@outturn/contracts'
import { findAccess } from './access.ts'
import { operatorProgram } from './commands.ts'
import { connectOperator, type Operator } from './operator.ts'
import { printAnswer } from './print.ts'

// A reader that has seen enough, such as `| head`, has gone away: the command was done, and the rest of its answer is dropped.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') process.exitCode = 1
  })

let operator: Operator | null = null
const program = operatorProgram({
  async connect({ environment, as: name }) {
    const access = await findAccess(process.env, environment)
    operator = await connectOperator(access, environment, name ?? userInfo().username)
    return operator
  },
  print: (answer, isJson) => printAnswer(answer, isJson, (text) => process.stdout.write(text)),
  write: (line) => void process.stdout.write(`${line}\n`),
  record: ({ command, subject, operator: name = userInfo().username }) => {
    const about = subject === null ? '' : ` ${subject}`
    process.stderr.write(`${new Date().toISOString()} ${name}: ${command}${about}\n`)
  },
})

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  const { field } = error.options
  const where = field === undefined || error.message.startsWith(field) ? '' : ` (${field})`
  const remediation = error.options.remediation ?? errorCodes[error.code].remediation
  process.stderr.write(`${error.code}${where}: ${error.message}\n${remediation}\n`)
  process.exitCode = 1
} finally {
  await (operator as Operator | null)?.close()
}

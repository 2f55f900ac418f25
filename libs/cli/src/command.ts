import { type Command, Help, type Option } from 'commander'
import type { Host } from './host.ts'

/** Adds its commands to the program. What a command needs is loaded when it runs. */
export type AddCommands = (program: Command, context: CommandContext) => void

export type CommandContext = {
  readonly host: Host
  /** Sets the exit status. */
  readonly end: (status: number) => void
}

/** Options of every command that calls the service. */
export type ConnectionOptions = {
  readonly profile?: string
  readonly url?: string
  readonly sandbox?: boolean
  readonly json?: boolean
}

/** Adds the options of a command that calls the service. */
export function connected(command: Command): Command {
  return addressed(command, (options) =>
    options.option('--sandbox', 'use a sandbox session, without an account and a key'),
  )
}

/** Adds the options of a command that calls the service without a key. What is added later are options of the command itself. */
export function addressed(
  command: Command,
  further: (options: Command) => Command = (same) => same,
): Command {
  const options = command
    .optionsGroup('Connection:')
    .option('--profile <name>', 'profile of the configuration to use')
    .option('--url <address>', 'address of the service')
  return further(options)
    .optionsGroup('Output:')
    .option('--json', 'print the answer of the service as JSON')
    .optionsGroup('Options:')
}

/** The groups of a help text in the order of their first items, a command's own options before those that many commands have. */
export function groupOwnOptionsFirst<T extends Command | Option>(
  items: T[],
  visible: T[],
  groupOf: (item: T) => string,
): Map<string, T[]> {
  const groups = new Help().groupItems(items, visible, groupOf)
  const own = groups.get('Options:')
  return own === undefined ? groups : new Map([['Options:', own], ...groups])
}

/** Examples at the end of the help of a command. */
export function examples(...lines: readonly string[]): string {
  return ['\nExamples:', ...lines.map((line) => (line === '' ? '' : `  ${line}`))].join('\n')
}

/** Collects the values of an option that can be given several times. */
export function collected(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

type Declared = Readonly<Record<string, { type: 'string' | 'boolean'; default: string | boolean }>>
type Options<D extends Declared> = { [Name in keyof D]: D[Name]['type'] extends 'string' ? string : boolean }

/** The options that a program was called with. Shows `usage` and ends the program for `--help`, and for what it does not know. */
export function readOptions<const D extends Declared>(usage: string, declared: D): Options<D> {
  const options: ParseArgsOptionsConfig = { ...declared, help: { type: 'boolean', default: false } }
  const values = valuesOf(options, usage)
  if (values['help'] === true) {
    process.stdout.write(usage)
    process.exit(0)
  }
  return values as Options<D>
}

function valuesOf(options: ParseArgsOptionsConfig, usage: string): ReturnType<typeof parseArgs>['values'] {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return misuse(usage, (error as Error).message)
  }
}

/** The whole number above zero that an option gives; shows `usage` and ends the program otherwise. */
export function countOf(usage: string, given: string): number {
  const count = Number(given)
  if (Number.isSafeInteger(count) && count > 0) return count
  return misuse(usage, `${given} is not a whole number above zero.`)
}

/** Says what is wrong with the call of a program, shows `usage` and ends it. */
export function misuse(usage: string, problem: string): never {
  process.stderr.write(`${problem}\n\n${usage}`)
  process.exit(2)
}

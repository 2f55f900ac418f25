import { environments } from '@outturn/vocabulary'
import type { z } from 'zod'
import { type Config, type ConfigDefinition, type ConfigShape, variableName } from './define-config.ts'
import { isPerEnvironment, notesOf } from './setting.ts'

/** One printable line per variable that has a value; secrets are `***`. */
export function redactedConfig<S extends ConfigShape>(
  definition: ConfigDefinition<S>,
  config: Config<S>,
): Record<string, string> {
  const printed: Record<string, string> = {}
  const add = (name: string, schema: z.ZodType, value: unknown) => {
    if (value !== undefined) printed[name] = notesOf(schema).isSecret ? '***' : textOf(value)
  }
  for (const [name, setting] of Object.entries(definition.shape)) {
    const value: unknown = config[name]
    if (!isPerEnvironment(setting)) {
      add(name, setting, value)
      continue
    }
    for (const environment of environments) {
      const values = value as Partial<Record<string, unknown>>
      add(variableName(name, environment), setting.schema, values[environment])
    }
  }
  return printed
}

/** The redacted configuration as aligned text, as `--check-config` prints it. */
export function printableConfig<S extends ConfigShape>(
  definition: ConfigDefinition<S>,
  config: Config<S>,
): string {
  const entries = Object.entries(redactedConfig(definition, config))
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}

/** The configuration table of a README, as Markdown in the form that the formatter leaves as it is. */
export function configTable({ shape }: { shape: ConfigShape }): string {
  const rows = Object.entries(shape).map(([name, setting]) => {
    const notes = notesOf(isPerEnvironment(setting) ? setting.schema : setting)
    const names = isPerEnvironment(setting)
      ? environments.map((environment) => `\`${variableName(name, environment)}\``).join(', ')
      : `\`${name}\``
    return [names, defaultText(notes), notes.description]
  })
  return alignedTable([['Variable', 'Default', 'Meaning'], ...rows])
}

function alignedTable(rows: readonly (readonly string[])[]): string {
  const [header = []] = rows
  const widths = header.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = line(widths.map((width) => '-'.repeat(width)))
  return [line(header), rule, ...rows.slice(1).map(line)].join('\n')
}

function defaultText(notes: { default: unknown; isRequired: boolean }): string {
  if (notes.isRequired) return 'required'
  return notes.default === undefined ? 'none' : `\`${textOf(notes.default)}\``
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.map(textOf).join(',') : JSON.stringify(value)
}

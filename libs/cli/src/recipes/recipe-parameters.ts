import type { Recipe } from '@outturn/sdk'
import { UnusableInput } from '../output.ts'

type Parameter = Recipe['params'][number]

/** What is typed for a parameter of each type. */
const placeholders: Readonly<Record<Parameter['type'], string>> = {
  integer: 'NUMBER',
  string: 'TEXT',
  string_list: 'A,B,C',
  timestamp: '2026-02-06T17:00:00Z',
  sha256: 'SHA256',
}

/** The option that gives a parameter its value. */
export function parameterOption({ name, type }: Parameter): string {
  return `--param ${name}=${placeholders[type]}`
}

/** The values of `--param name=value`, by the types of the recipe. Throws UnusableInput for one that is unknown, missing or given twice. */
export function recipeParameters(recipe: Recipe, given: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const text of given) {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/su.exec(text) ?? []
    const parameter = recipe.params.find((each) => each.name === name)
    if (name === '') throw new UnusableInput(`--param ${text} is no parameter: write NAME=VALUE.`)
    if (parameter === undefined) {
      throw new UnusableInput(`${recipe.id} has no parameter ${name}.\n${parametersText(recipe)}`)
    }
    if (Object.hasOwn(values, name)) throw new UnusableInput(`--param ${name} is given twice.`)
    values[name] = valueOf(parameter, value)
  }
  const missing = recipe.params.filter(({ name, required }) => required && !Object.hasOwn(values, name))
  if (missing.length > 0) {
    const options = missing.map((each) => `  ${parameterOption(each)}  ${each.description}`)
    throw new UnusableInput([`${recipe.id} also needs:`, ...options].join('\n'))
  }
  return values
}

function parametersText({ params }: Recipe): string {
  return params.length === 0 ? 'It has none.' : `It has: ${params.map(({ name }) => name).join(', ')}.`
}

function valueOf({ name, type }: Parameter, text: string): unknown {
  if (type === 'integer') {
    if (/^\d{1,15}$/.test(text)) return Number(text)
    throw new UnusableInput(`--param ${name}=${text} is not a whole number, such as 100.`)
  }
  return type === 'string_list' ? listOf(name, text) : text
}

/** Texts with commas between them, or a JSON list where a text has a comma itself. */
function listOf(name: string, text: string): unknown {
  if (!text.startsWith('[')) return text.split(',').map((each) => each.trim())
  try {
    return JSON.parse(text)
  } catch {
    throw new UnusableInput(
      `--param ${name}=${text} is not a JSON list, such as ["a","b"]. Texts without a comma can be written a,b.`,
    )
  }
}

import { z } from 'zod'

/** What the configuration table says of a setting, beside its schema. */
export type SettingNotes = { description: string; isSecret: boolean; default: unknown; isRequired: boolean }

const perEnvironmentKind = Symbol('per environment')

/** A setting that every hosted environment has a value of its own for: `X` for production, `DEMO_X` for demo. */
export type PerEnvironment<S extends z.ZodType = z.ZodType> = {
  readonly kind: typeof perEnvironmentKind
  readonly schema: S
}

export function perEnvironment<S extends z.ZodType>(schema: S): PerEnvironment<S> {
  return { kind: perEnvironmentKind, schema }
}

export function isPerEnvironment(setting: z.ZodType | PerEnvironment): setting is PerEnvironment {
  return 'kind' in setting && setting.kind === perEnvironmentKind
}

/** Marks a value that is never printed; `X_FILE` is the way to pass it. */
export function secret<S extends z.ZodType>(schema: S): S {
  return schema.meta({ ...schema.meta(), isSecret: true })
}

/** A whole number in plain decimal digits. */
export function integer({ min, max }: { min: number; max: number }) {
  return z
    .string()
    .regex(/^-?\d{1,16}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))
}

/** `1`/`0`, `true`/`false`, `yes`/`no`, `on`/`off`. */
export function flag() {
  return z.stringbool()
}

/** Comma-separated words, each one of `choices`; at least one, none twice. */
export function listOf<const C extends readonly [string, ...string[]]>(choices: C) {
  return z
    .string()
    .transform((text) => text.split(',').map((word) => word.trim()))
    .pipe(
      z
        .array(z.enum(choices))
        .min(1)
        .refine((words) => new Set(words).size === words.length, 'names one value twice'),
    )
}

/** Reads the notes through the wrappers (`default`, `optional`, …) that zod puts around a described schema. */
export function notesOf(schema: z.ZodType): SettingNotes {
  const notes: SettingNotes = { description: '', isSecret: false, default: undefined, isRequired: true }
  let layer: z.core.$ZodType | undefined = schema
  while (layer !== undefined) {
    const meta = z.globalRegistry.get(layer)
    notes.description ||= meta?.description ?? ''
    notes.isSecret ||= meta?.['isSecret'] === true
    const definition = layer._zod.def as { type: string; innerType?: z.core.$ZodType; defaultValue?: unknown }
    if (definition.type === 'default') {
      notes.default ??= definition.defaultValue
      notes.isRequired = false
    }
    if (definition.type === 'optional') notes.isRequired = false
    layer = definition.innerType
  }
  return notes
}

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Whether what is sent to an address stays private on its way: by https, or within this machine. */
export function isPrivateUrl(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || loopback.has(hostname)
}

import type { PathParameter } from '@outturn/contracts'

/** The value of a parameter in a path; one that its schema does not take is refused like a resource that does not exist. */
export function pathParameter(
  name: string,
  { schema, absent }: PathParameter,
  params: Readonly<Record<string, string>>,
): string {
  if (schema === undefined || absent === undefined) throw new Error(`the parameter ${name} has no schema`)
  const value = schema.safeParse(params[name])
  if (!value.success) throw absent()
  return value.data
}

/** The records of a service that carry a schema id; the id separates one signed or hashed form from every other. */
export type SchemaName =
  | 'agreement'
  | 'audit-statement'
  | 'bundle'
  | 'bundle-manifest'
  | 'confirmed-evidence'
  | 'dispute-result'
  | 'external-result'
  | 'key-document'
  | 'log-subject'
  | 'log-succession'
  | 'match'
  | 'outcome-receipt'
  | 'policy'
  | 'policy-draft'
  | 'quote'
  | 'status'
  | 'verification-plan'
  | 'verification-run'

/** The schema id of a record, such as `outturn/quote@1`; the slug is the service's own lower-case name. */
export function schemaId(slug: string, name: SchemaName): string {
  return `${slug}/${name}@1`
}

/** The slug in a schema id of that record, or undefined when the id is of another record or version. */
export function slugOfSchemaId(id: string, name: SchemaName): string | undefined {
  const suffix = `/${name}@1`
  const slug = id.slice(0, -suffix.length)
  return id.endsWith(suffix) && /^[a-z][a-z0-9-]*$/.test(slug) ? slug : undefined
}

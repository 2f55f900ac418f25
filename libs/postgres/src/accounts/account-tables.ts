/** What an erasure does with the rows of an account in a table. */
export type Erasure =
  /** Sets columns to SQL expressions; a row that has them already is left alone. */
  | { readonly sets: Readonly<Record<string, string>>; readonly where?: string }
  | { readonly deletes: true; readonly where?: string }
  /** The service changes these rows by its own rules; how. */
  | { readonly byService: string }
  /** Why the rows stay as they are. */
  | { readonly keeps: string }

/** A table of which rows belong to accounts, in the order of their keys. */
export type AccountTable = {
  readonly name: string
  /** SQL text that is unique among the rows of one account. */
  readonly key: string
  /** SQL condition on the row `t`; `$1` is the id of the account, or the list of Spool ids of a table that is found by Spools. */
  readonly of: string
  /** Set for a table whose service does not know the account of a Spool. */
  readonly isBySpools?: true
  /** Columns that are secrets, or made of secrets. */
  readonly without?: readonly string[]
  /** Columns that hold gzip files, which an export has as their text. */
  readonly packed?: readonly string[]
  /** Why an export leaves the table out. */
  readonly isNotExported?: string
  readonly erasure: Erasure
}

/** The tables of a service by what they hold of accounts. Together with those of every service they are all of its tables. */
export type AccountData = {
  readonly tables: readonly AccountTable[]
  /** Tables that hold nothing of a single account, or nothing that an account wrote; why. */
  readonly others: Readonly<Record<string, string>>
}

/** The tables that every service has, with what an erasure does about them. */
export const platformTables: Readonly<Record<string, string>> = {
  command_log:
    'An erasure replaces the kept answers; an export has what they say from the tables themselves.',
  outbox: 'Events on their way: ids, counts and words of closed lists.',
  inbox: 'Ids of events.',
  dead_letter:
    'Messages that failed: an erasure deletes those that were sent again, and the others go when they are.',
  write_check: 'One row without data of accounts.',
  schema_migration: 'Names of migrations.',
}

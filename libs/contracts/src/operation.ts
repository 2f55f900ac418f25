import type { z } from 'zod'
import { defineEndpoint, type Endpoint, type EndpointFields } from './endpoint.ts'
import type { ErrorCode } from './errors/codes.ts'
import { receivedSchema } from './messages/received-schema.ts'
import type { BusUser } from './service-name.ts'

/** An operation: sent by name, answered once, by exactly one owner. */
export type Command<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  /** A query changes nothing, so it may be sent again while no answer arrives. */
  readonly kind: 'command' | 'query'
  /** `<owner>.<verb-noun>`; the subject is made from it. */
  readonly name: string
  readonly owner: BusUser
  readonly input: I
  readonly output: O
  /** Codes that the owner may refuse with, beside defects. */
  readonly refuses: readonly ErrorCode[]
  /** Bus users that may send it; the permissions of the bus are rendered from this. */
  readonly sentBy: readonly BusUser[]
  /** A change that a person whose role is billing may make, such as a cap or a purchase of credits. */
  readonly isForBilling?: boolean
  /**
   * Takes seconds of one replica. A replica that is full refuses it, and it is sent to another one; while no answer arrives it is sent
   * again until its deadline, because the replica that took it may have ended.
   */
  readonly isLong?: boolean
  /** How the gateway serves it, where it does. */
  readonly http?: Endpoint
}

export type CommandInput<C extends Command> = z.infer<C['input']>
export type CommandOutput<C extends Command> = z.infer<C['output']>

/** A command that is served over HTTP. */
export type ServedOverHttp<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  E extends Endpoint = Endpoint,
> = Omit<Command<I, O>, 'http'> & { readonly http: E }

type Fields<I extends z.ZodType, O extends z.ZodType> = {
  input: I
  output: O
  refuses?: readonly ErrorCode[]
  sentBy: readonly BusUser[]
  isForBilling?: boolean
  isLong?: boolean
}

/**
 * The endpoint of a command. Unless it names others, its id is the verb and noun of the command's name, its method follows
 * from the kind, and its answer is the output.
 */
type HttpFields<B extends z.ZodType, Q extends z.ZodType, R extends z.ZodType> = Omit<
  EndpointFields<B, Q, R>,
  'operationId' | 'success' | 'refuses'
> & {
  operationId?: string
  success: { status: number; description: string; content?: R }
  /** Codes that the gateway refuses with, beside those of the command. */
  refuses?: readonly ErrorCode[]
}

/** What is served over HTTP is sent by the gateway. */
type ServedFields<
  I extends z.ZodType,
  O extends z.ZodType,
  B extends z.ZodType,
  Q extends z.ZodType,
  R extends z.ZodType,
> = Omit<Fields<I, O>, 'sentBy'> & { sentBy?: readonly BusUser[]; http: HttpFields<B, Q, R> }

type Define = {
  <
    I extends z.ZodType,
    O extends z.ZodType,
    B extends z.ZodType = z.ZodType,
    Q extends z.ZodType = z.ZodType,
    R extends z.ZodType = O,
  >(
    name: `${BusUser}.${string}`,
    fields: ServedFields<I, O, B, Q, R>,
  ): ServedOverHttp<I, O, Endpoint<B, Q, R>>
  <I extends z.ZodType, O extends z.ZodType>(
    name: `${BusUser}.${string}`,
    fields: Fields<I, O>,
  ): Command<I, O>
}

type AnyFields = Partial<Fields<z.ZodType, z.ZodType>> &
  Pick<Fields<z.ZodType, z.ZodType>, 'input' | 'output'> & {
    http?: HttpFields<z.ZodType, z.ZodType, z.ZodType>
  }

function operationOf(
  kind: Command['kind'],
  name: string,
  { http, sentBy = [], ...fields }: AnyFields,
): Command {
  const { output, refuses = [] } = fields
  const [owner, verbNoun = ''] = name.split('.')
  const operation = {
    kind,
    name,
    owner: owner as BusUser,
    ...fields,
    input: receivedSchema(fields.input),
    refuses,
    sentBy,
  }
  if (http === undefined) return operation
  return {
    ...operation,
    sentBy: [...new Set<BusUser>(['gateway', ...sentBy])],
    http: defineEndpoint({
      operationId: verbNoun,
      ...(kind === 'command' && { method: 'POST' }),
      ...http,
      success: { content: output, ...http.success },
      refuses: [...refuses, ...(http.refuses ?? [])],
    }),
  }
}

/** Declares an operation that changes something or does work; its repetitions share one command id. */
export const defineCommand = ((name: string, fields: AnyFields) =>
  operationOf('command', name, fields)) as Define

/** Declares an operation that only reads. */
export const defineQuery = ((name: string, fields: AnyFields) => operationOf('query', name, fields)) as Define

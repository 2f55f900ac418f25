import { keyStatuses, signingPurposes } from '@outturn/vocabulary'
import { z } from 'zod'
import { Sha256Hex, Timestamp } from '@outturn/agreement'
import { KeyDocument, RootSignature } from '../http/receipts/key-document.ts'
import { defineCommand, defineQuery } from '../operation.ts'

const purpose = z.enum(signingPurposes)
const reason = z.string().trim().min(1).max(500)

/** A key as an operator sees it. `waiting` is one that was loaded and that no one has rotated to yet. */
export const SigningKeyState = z.strictObject({
  keyId: Sha256Hex,
  purpose,
  status: z.enum(['waiting', 'active', 'retiring', 'retired', 'revoked']),
  /** Whether the process that answered holds the key or reaches it. */
  isLoaded: z.boolean(),
  /** From when on it signs; null while it waits. */
  signsFrom: Timestamp.nullable(),
  notBefore: Timestamp,
  notAfter: Timestamp.nullable(),
  retiringSince: Timestamp.nullable(),
  retiredAt: Timestamp.nullable(),
})
export type SigningKeyState = z.infer<typeof SigningKeyState>

const ringChange = z.strictObject({
  changed: z.array(SigningKeyState),
  documentVersion: z.int(),
  warnings: z.array(z.string()),
})

const refuses = [
  'configuration_unavailable',
  'conflict',
  'invalid_state',
  'not_found',
  'store_conflict',
] as const

/** Makes a waiting key the active one of its purpose; the one before it is `retiring`. */
export const rotateSigningKey = defineCommand('signing.rotate-key', {
  input: z.strictObject({
    purpose,
    /** Which one, when several are waiting. */
    keyId: Sha256Hex.nullable(),
    /** Sign with it at once instead of when every reader of the key document can know it. */
    immediately: z.boolean(),
    reason,
  }),
  output: ringChange,
  refuses,
  sentBy: ['operator'],
})

/** Ends the overlap of a retiring key; what it signed until now stays valid. */
export const retireSigningKey = defineCommand('signing.retire-key', {
  input: z.strictObject({ keyId: Sha256Hex, early: z.boolean(), reason }),
  output: ringChange,
  refuses,
  sentBy: ['operator'],
})

/** Ends a key and everything that it ever signed; a waiting key takes the place of an active one. */
export const revokeSigningKey = defineCommand('signing.revoke-key', {
  input: z.strictObject({ keyId: Sha256Hex, withoutReplacement: z.boolean(), reason }),
  output: ringChange,
  refuses,
  sentBy: ['operator'],
})

/**
 * Whether a verification is signed now: `ready`; `no_key`, until an operator makes the missing keys active; `restored`, until
 * an operator decides after the database was restored to an earlier time; `off`, as the
 * deployment wants it.
 */
export const readSigningState = defineQuery('signing.read-signing-state', {
  input: z.strictObject({}),
  output: z.strictObject({
    state: z.enum(['ready', 'no_key', 'restored', 'off']),
    /** What keeps from signing and the commands that end it; null where nothing does. */
    missing: z.strictObject({ message: z.string(), remediation: z.string() }).nullable(),
    /** Number of decisions after a restore; ids that are derived from requests differ from one to the next. */
    recoveryEpoch: z.int().min(0).optional(),
  }),
  sentBy: ['gateway', 'spool'],
})

/** Keeps the signature of a root key over the key document as it is served, which the gateway attaches to that document. */
export const recordRootSignature = defineCommand('signing.record-root-signature', {
  input: z.strictObject({
    /** As it was served, with `as_of` and `root_signature`. */
    document: KeyDocument,
    /** base64url of the 32 raw bytes of the root key. */
    publicKey: z.string().length(43),
  }),
  output: z.strictObject({ documentHash: Sha256Hex, rootKeyId: Sha256Hex, asOf: Timestamp }),
  refuses: ['store_conflict', 'validation_failed'],
  sentBy: ['operator'],
})

/** What a root key said last of the key document with this hash. */
export const readRootSignature = defineQuery('signing.read-root-signature', {
  input: z.strictObject({ documentHash: Sha256Hex }),
  output: z.strictObject({
    signed: z.strictObject({ asOf: Timestamp, rootSignature: RootSignature }).nullable(),
  }),
  sentBy: ['gateway'],
})

/** Every key of the environment, with those that wait and the trail of changes, newest first. */
export const listSigningKeys = defineQuery('signing.list-keys', {
  input: z.strictObject({}),
  output: z.strictObject({
    keys: z.array(SigningKeyState),
    documentVersion: z.int().nullable(),
    changes: z.array(
      z.strictObject({
        keyId: Sha256Hex,
        purpose,
        status: z.enum(keyStatuses),
        changedBy: z.string(),
        reason: z.string(),
        documentVersion: z.int(),
        at: Timestamp,
      }),
    ),
  }),
  refuses: ['configuration_unavailable'],
  sentBy: ['operator'],
})

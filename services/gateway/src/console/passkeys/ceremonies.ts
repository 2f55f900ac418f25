import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { z } from 'zod'
import {
  type Challenge,
  keepChallenge,
  listPasskeys,
  type Passkey,
  takeChallenge,
} from '../../store/console/passkey-store.ts'
import type { Console } from '../console.ts'
import { challengeMs } from './passkey-rules.ts'

/** What a challenge is for, and the session or browser it belongs to. */
export type Asked = Omit<Challenge, 'challenge'>

/** Ed25519, ECDSA on P-256 and RSA with SHA-256: what devices have. */
const supportedAlgorithmIDs = [-8, -7, -257]

type Person = { readonly personId: string; readonly email: string }

/** Asks a browser to make a passkey that a device keeps and unlocks by itself. */
export async function beginAdding(console: Console, person: Person, asked: Asked, now: Date) {
  const known = await listPasskeys(console.db, person.personId)
  const options = await generateRegistrationOptions({
    rpName: console.relyingParty.name,
    rpID: console.relyingParty.id,
    userName: person.email,
    userDisplayName: person.email,
    userID: new TextEncoder().encode(person.personId),
    timeout: challengeMs,
    attestationType: 'none',
    excludeCredentials: known.map(toDescriptor),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(console.db, { ...asked, challenge: options.challenge }, now)
  return options
}

/** Asks a browser to use a passkey: one of these, or any that its person chooses. */
export async function beginUse(console: Console, asked: Asked, now: Date, known: readonly Passkey[] = []) {
  const options = await generateAuthenticationOptions({
    rpID: console.relyingParty.id,
    timeout: challengeMs,
    userVerification: 'required',
    allowCredentials: known.map(toDescriptor),
  })
  await keepChallenge(console.db, { ...asked, challenge: options.challenge }, now)
  return options
}

function toDescriptor({ credential_id: id, transports }: Passkey) {
  return { id, transports: [...transports] }
}

const base64url = z.string().regex(/^[\w-]+$/)
const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') }
const extensions = z.looseObject({}).default({})

const AddedResponse = z.object({
  ...credential,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(40)).max(10).default([]),
  }),
})
const UseResponse = z.object({
  ...credential,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.string().optional(),
  }),
})

/** The answer of a browser, or null when it is none. */
function readResponse<Response>(schema: z.ZodType<Response>, text: string): Response | null {
  try {
    const read = schema.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

export type AddedPasskey = Pick<
  Passkey,
  'credential_id' | 'public_key' | 'counter' | 'transports' | 'is_backed_up'
>

/** The passkey that a browser has made for this challenge, or null: then nothing is said of what was wrong with it. */
export async function readAdded(
  console: Console,
  text: string,
  asked: Asked,
  now: Date,
): Promise<AddedPasskey | null> {
  const response = readResponse(AddedResponse, text)
  if (response === null) return null
  const { registrationInfo: made } = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(console.db, { ...asked, challenge }, now),
    expectedOrigin: [...console.relyingParty.origins],
    expectedRPID: console.relyingParty.id,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(notVerified)
  if (made === undefined) return null
  return {
    credential_id: made.credential.id,
    public_key: Buffer.from(made.credential.publicKey),
    counter: BigInt(made.credential.counter),
    transports: [...response.response.transports],
    is_backed_up: made.credentialBackedUp,
  }
}

/** The id of the passkey that a browser says it has used, or null. */
export function usedCredential(text: string): string | null {
  return readResponse(UseResponse, text)?.id ?? null
}

export type PasskeyUse = { readonly counter: bigint; readonly isBackedUp: boolean }

/** The use of a passkey for this challenge, by its person, or null. Whether its counter went back is for the caller. */
export async function readUse(
  console: Console,
  { passkey, text, asked }: { passkey: Passkey; text: string; asked: Asked },
  now: Date,
): Promise<PasskeyUse | null> {
  const response = readResponse(UseResponse, text)
  if (response === null) return null
  const { userHandle, ...signed } = response.response
  const verified = await verifyAuthenticationResponse({
    response: { ...response, response: { ...signed, ...(userHandle !== undefined && { userHandle }) } },
    expectedChallenge: (challenge) => takeChallenge(console.db, { ...asked, challenge }, now),
    expectedOrigin: [...console.relyingParty.origins],
    expectedRPID: console.relyingParty.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      // The counter is compared where it is written, so that two uses at once cannot both be the newest.
      counter: 0,
    },
  }).catch(notVerified)
  if (!verified.verified) return null
  const { newCounter, credentialBackedUp: isBackedUp } = verified.authenticationInfo
  return { counter: BigInt(newCounter), isBackedUp }
}

/** The library throws what it does not accept. */
function notVerified(): { verified: false; registrationInfo?: undefined } {
  return { verified: false }
}

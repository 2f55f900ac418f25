// These packages have no types of their own; what is here is what the tests use of them.
declare module '@digitalbazaar/data-integrity' {
  export const DataIntegrityProof: new (options: { cryptosuite: unknown }) => object
}
declare module '@digitalbazaar/eddsa-jcs-2022-cryptosuite' {
  export function createVerifyCryptosuite(): unknown
}
declare module '@digitalbazaar/ed25519-multikey' {
  export function from(multikey: unknown): Promise<unknown>
}
declare module '@digitalbazaar/did-method-key' {
  export function driver(): {
    use(options: { multibaseMultikeyHeader: string; fromMultibase: unknown }): void
    get(options: { url: string }): Promise<unknown>
  }
}
declare module '@digitalbazaar/vc' {
  export function defaultDocumentLoader(url: string): Promise<unknown>
  export function verifyCredential(options: {
    credential: unknown
    suite: unknown
    documentLoader: (url: string) => Promise<unknown>
    now: Date
    checkStatus: (options: {
      credential: { credentialStatus: { id: string } }
    }) => Promise<{ verified: boolean }>
  }): Promise<{ verified: boolean }>
}

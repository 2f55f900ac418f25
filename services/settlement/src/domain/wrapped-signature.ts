const wrapper = '6492'.repeat(16)

/** Whether a signature is wrapped for an account that is to be deployed first (ERC-6492). */
export function isWrapped(signature: string): boolean {
  return signature.endsWith(wrapper)
}

/** Version of the interface, as its document states it. */
export const apiVersion = '1.0.0'

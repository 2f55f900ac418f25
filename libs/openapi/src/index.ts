export { openapiDocument } from './openapi-document.ts'

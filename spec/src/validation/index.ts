export { type OpenApiAnswer, OpenApiValidator } from './openapi-validator.ts';
export { SchemaValidator } from './schema-validator.ts';

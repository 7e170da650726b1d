package resttest

// Shop is a shop whose calls refer to what others answer, in all the ways that
// names tell.
const Shop = `
openapi: 3.0.3
info: {title: Shop, version: "1"}
paths:
  /v1/customers:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
      responses: {"201": {description: made, content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}}
  /v1/categories:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {title: {type: string}, parentId: {type: integer}}}}}}
      responses: {"201": {description: made}}
  /v1/categories/{id}:
    put:
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer}}
        - {name: If-Match, in: header, schema: {type: string}}
      requestBody: {content: {application/json: {schema: {type: object, properties: {id: {type: integer}}}}}}
      responses: {"200": {description: put}}
  /v1/orders:
    get:
      parameters:
        - {name: cursor, in: query, schema: {type: string}}
        - {name: customer_id, in: query, schema: {type: string}}
        - {name: token, in: query, schema: {type: string}}
      responses: {"200": {description: some, content: {application/json: {schema: {type: object, properties: {nextCursor: {type: string}, items: {type: array, items: {type: object, properties: {id: {type: integer}}}}}}}}}}
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [billingCustomerId, customerUuid, lines]
              properties:
                orderId: {type: string}
                billingCustomerId: {type: string}
                customerUuid: {type: string}
                note: {type: string}
                lines: {type: array, minItems: 2, maxItems: 2, items: {type: object, required: [categoryId], properties: {categoryId: {type: integer}}}}
      responses: {"201": {description: made}}
`

// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import ResourceModel

/// Types and values that the tests of the model share.
enum Samples {
  static let now = Timestamp(milliseconds: 1_795_402_800_123)

  static let declarations: DataValue = [
    [
      "name": "flowers", "prefix": "f", "class": 2,
      "attributes": [
        "name": [
          "type": "text", "required": true, "minimum": 2, "maximum": 20, "searched": true,
          "indexed": true,
        ],
        "code": ["type": "text", "pattern": "[A-Z]{2}[0-9]+", "unique": true],
        "price": ["type": "number", "minimum": 0, "maximum": 1000, "indexed": true],
        "stock": ["type": "integer", "default": 1],
        "isFragrant": ["type": "boolean"],
        "colour": ["type": "enum", "values": ["red", "white", "yellow"]],
        "seen": ["type": "instant"], "place": ["type": "point"],
        "shop": ["type": "reference", "to": "shops", "onDelete": "cascade"],
        "tags": ["type": "list", "of": "text", "maximumCount": 3],
        "care": ["type": "object", "heavy": true], "picture": ["type": "binary"],
      ],
    ],
    [
      "name": "shops", "prefix": "s", "strict": true, "capabilities": ["fetch"],
      "attributes": ["name": ["type": "text"]],
    ],
  ]

  static func types() throws -> TypeSet { try TypeSet(declarations, in: "types.json") }

  static func flowers() throws -> ResourceType {
    try types()["flowers"] ?? ResourceType("flowers", prefix: "f")
  }
}

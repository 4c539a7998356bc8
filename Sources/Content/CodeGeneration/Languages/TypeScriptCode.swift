// SPDX-License-Identifier: Apache-2.0

/// Writes models in TypeScript: interfaces, and functions that read them from parsed JSON.
struct TypeScriptCode {
  private let types: AppTypes
  private var lines = CodeLines()
  private var identifiers = Identifiers(reserved: [
    "Address", "Array", "Content", "Error", "Json", "Mismatch", "Object", "Record", "RecordID",
    "String", "Unknown", "UnknownContent", "Type",
  ])

  init(_ types: AppTypes) { self.types = types }

  var text: String {
    var code = self
    code.write()
    return code.lines.text
  }

  private mutating func write() {
    lines.add(
      "",
      """
      \(types.header(.typescript))

      \(TypeScriptCode.values)

      /** The address of the document that apps begin with. */
      export const config = \(TypeNotation.quoted(types.configURL)) as Address;

      """
    )
    let names = types.datatypes.map { (type: $0, name: identifiers.type($0.name)) }
    let records = types.records.map { (type: $0, name: identifiers.type($0.name, "Record")) }
    for (type, name) in names {
      write(type.members, name, type.note ?? "The datatype `\(type.name)`.", datatype: type.name)
    }
    for (type, name) in records {
      write(type.members, name, type.note ?? "A record of the type `\(type.name)`.", datatype: nil)
    }
    let all = (names.map(\.name) + ["UnknownContent"]).joined(separator: "\n  | ")
    lines.add(
      "",
      """
      /** A document, or a dictionary in one, by its `datatype`. */
      export type Content =
        | \(all);

      const datatypes: { readonly [name: string]: Type } = {
      \(names.map { table($0.type.name, $0.type.members, isDatatype: true) }.joined())};

      const records: { readonly [name: string]: Type } = {
      \(records.map { table($0.type.name, $0.type.members, isDatatype: false) }.joined())};

      \(TypeScriptCode.reading)

      """
    )
    for (type, name) in names { writeReader(of: "datatypes", type.name, name) }
    for (type, name) in records { writeReader(of: "records", type.name, name) }
  }

  private mutating func writeReader(of table: String, _ type: String, _ name: String) {
    let key = TypeNotation.quoted(type)
    lines.add(
      "",
      """
      export function read\(name)(json: unknown): \(name) {
        return read(json, \(table)[\(key)]!, "") as \(name);
      }

      """
    )
  }

  private func table(_ name: String, _ members: [ContentMember], isDatatype: Bool) -> String {
    let all = (isDatatype ? [ContentMember("datatype", .text)] : []) + members
    return "  \(TypeNotation.key(name)): \(TypeNotation.text(.object(all), "  ")),\n"
  }

  private mutating func write(
    _ members: [ContentMember],
    _ name: String,
    _ note: String?,
    datatype: String?
  ) {
    var text = note.map { "/** \($0) */\n" } ?? ""
    text += "export interface \(name) {\n"
    if let datatype { text += "  datatype: \(TypeNotation.quoted(datatype));\n" }
    var inner: [(members: [ContentMember], name: String)] = []
    for member in members {
      if let note = member.documentation { text += "  /** \(note) */\n" }
      var named: String?
      if let type = member.type.named {
        named = identifiers.type("\(name)-\(member.name)")
        if case .object(let members) = type { inner.append((members, named ?? "")) }
        if case .choice(let values) = type { named = writeChoice(values, named ?? "") }
      }
      let key = TypeNotation.key(member.name)
      text += "  \(key)\(member.isOptional ? "?" : ""): \(type(member.type, named));\n"
    }
    lines.add("", text + "}\n")
    for (members, name) in inner { write(members, name, nil, datatype: nil) }
  }

  private mutating func writeChoice(_ values: [String], _ name: String) -> String {
    let all = (values.map(TypeNotation.quoted) + ["Unknown"]).joined(separator: " | ")
    lines.add("", "export type \(name) = \(all);\n")
    return name
  }

  private func type(_ type: ContentType, _ named: String?) -> String {
    switch type {
    case .nothing, .any: "Json"
    case .boolean: "boolean"
    case .integer, .number: "number"
    case .text: "string"
    case .link: "Address"
    case .reference(let target): "RecordID<\(TypeNotation.quoted(target))>"
    case .content: "Content"
    case .list(let element): "Array<\(self.type(element, named))>"
    case .choice, .object: named ?? "Json"
    }
  }

  private static let values = """
    export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

    declare const brand: unique symbol;

    /** An address in an answer, which an app opens as it is and never builds. */
    export type Address = string & { readonly [brand]: "address" };

    /** The id of a record of a type. */
    export type RecordID<Type extends string> = string & { readonly [brand]: Type };

    /** A text that this version of the app does not know, beside those that it knows. */
    export type Unknown = string & { readonly [brand]: "unknown" };

    /** A dictionary with a datatype that this version of the app does not know. */
    export class UnknownContent {
      readonly datatype?: undefined;

      constructor(readonly json: { [name: string]: Json }) {}

      toJSON(): Json {
        return this.json;
      }
    }
    """

  private static let reading = """
    /** A value that is not as this version of the app expects it. */
    export class Mismatch extends Error {
      constructor(readonly path: string, readonly seen: string, readonly expected: string) {
        super(`${path} is ${seen}; expected ${expected}`);
      }
    }

    /** The name of a type, the type of a list's elements, or those of members, optional with a question mark. */
    type Type = string | readonly [Type] | { readonly [member: string]: Type };

    /** Reads a document, or a dictionary in one; members that this version does not know are left out. */
    export function readContent(json: unknown): Content {
      return read(json, "content", "") as Content;
    }

    function read(value: unknown, type: Type, path: string): unknown {
      const refuse = (expected: string): never => {
        const seen = value === undefined ? "missing" : value === null ? "null"
          : Array.isArray(value) ? "a list" : `of the type ${typeof value}`;
        throw new Mismatch(path, seen, expected);
      };
      if (Array.isArray(type)) {
        if (!Array.isArray(value)) return refuse("a list");
        return value.map((element, index) => read(element, type[0], `${path}[${index}]`));
      }
      if (typeof type === "object") {
        if (typeof value !== "object" || value === null || Array.isArray(value)) return refuse("an object");
        const members = value as { readonly [name: string]: unknown };
        const result: { [name: string]: unknown } = {};
        for (const [key, member] of Object.entries(type)) {
          const isOptional = key.endsWith("?");
          const name = isOptional ? key.slice(0, -1) : key;
          const own = Object.prototype.hasOwnProperty.call(members, name) ? members[name] : undefined;
          if (isOptional && (own === undefined || own === null)) continue;
          result[name] = read(own, member, path === "" ? name : `${path}.${name}`);
        }
        return result;
      }
      switch (type) {
        case "any": return value === undefined ? refuse("a value") : value;
        case "boolean": return typeof value === "boolean" ? value : refuse("true or false");
        case "integer": return Number.isInteger(value) ? value : refuse("an integer");
        case "number": return typeof value === "number" ? value : refuse("a number");
        case "content": {
          const datatype = (value as { datatype?: unknown } | null | undefined)?.datatype;
          if (typeof datatype !== "string") return refuse("an object with a datatype");
          const known = Object.prototype.hasOwnProperty.call(datatypes, datatype) ? datatypes[datatype] : undefined;
          return known === undefined ? new UnknownContent(value as { [name: string]: Json }) : read(value, known, path);
        }
        default: return typeof value === "string" ? value : refuse("a text");
      }
    }
    """
}

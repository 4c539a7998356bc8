// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import FileShapes
import Plans
import Services

/// A document as its file says it, before its parts are held against each other.
struct DocumentDeclaration: Sendable {
  /// The answer for visitors in whose languages the document is not.
  fileprivate enum Fallback: String, CaseIterable {
    case standard = "default"
    case refuse
  }

  static let maximumTags = 16
  static let maximumTagBytes = 64

  var datatype = ""
  var body: DataValue?
  var variants: [Placed<VariantDeclaration>] = []
  /// The members of the body that the light view has; all, unless given.
  var light: [Placed<String>]?
  fileprivate var ttl: Int?
  fileprivate var staleWhileRevalidate: Int?
  fileprivate var staleIfError: Int?
  fileprivate var fallback = Fallback.standard
  var precedence: Precedence?
  var tags: [String] = []
  /// The values that operators find in the log, and when a request is slow.
  var log = LogRules()
  var plan = PlanDeclaration()

  /// Whether a visitor in whose languages the document is not gets no document.
  var refuses: Bool { fallback == .refuse }

  /// The lifetimes that the file states, and for the others the site's. What a call declares to be fresh for
  /// a few seconds only is not shown for longer than these after its end, unless the file says so.
  func lifetimes(of plan: Plan?, orElse standard: DocumentLifetimes) -> DocumentLifetimes {
    var lifetimes = standard
    lifetimes.ttl = ttl ?? standard.ttl
    let shortest = plan?.calls.map { min($0.lifetimes.standard, $0.lifetimes.maximum) }
      .filter { $0 < CallLifetimes().standard }.min()
    lifetimes.staleWhileRevalidate =
      staleWhileRevalidate ?? min(standard.staleWhileRevalidate, shortest ?? .max)
    lifetimes.staleIfError = staleIfError ?? standard.staleIfError
    return lifetimes
  }
}

/// A variant of a document as its file says it.
struct VariantDeclaration: Sendable {
  var name: String?
  var conditions: Conditions?
  var priority = 0
  var patch: DataValue?
  var body: DataValue?
}

extension SiteSettings {
  /// The file of a document, in the words of these settings.
  var document: Shape<DocumentDeclaration> {
    Shape.object(DocumentDeclaration(), needsOneOf: ["body", "variants"]) {
      Member.editorMarker
      contents
      choosing
      for member in PlanDeclaration.members(planWords) { member.inside(\.plan) }
    }
    .with("dependentRequired", PlanDeclaration.dependencies)
    // Without a body for everybody the variants are all there is, and have nothing to patch.
    .with("if", ["not": ["required": ["body"]]])
    .with(
      "then",
      [
        "required": ["variants"],
        "properties": [
          "variants": ["minItems": 1, "items": ["properties": ["patch": false]]]
        ],
      ]
    )
    .adjusted { _, value, subject, context in
      guard value["body"] == nil, case .array(let variants)? = value["variants"]?.content,
        variants.isEmpty
      else { return }
      let message = "\(subject) has no \"body\", and its \"variants\" are empty"
      context.findings.error(.missingKey, at: context.place(of: value), message)
    }
  }

  private var contents: [Member<DocumentDeclaration>] {
    [
      Member(
        "datatype",
        \.datatype,
        .text,
        isRequired: true,
        "Kind of thing that it is; apps choose their screen by it.",
        examples: ["screen"]
      ),
      Member(ignored: "id", Shape<String>.text, "Name of the thing beside its path."),
      Member(
        "body",
        \.body,
        VariantDeclaration.bodyShape,
        "Body for visitors whom no variant fits."
      ),
      Member(
        "variants",
        \.variants,
        variant.placed.list().with("maxItems", .integer(RuleSet.maximumRules)),
        "Other bodies and their conditions; their order never matters."
      ),
      Member(
        "light",
        \.light,
        Shape<String>.text.placed.oneOrMore(),
        "Members of the body that the light view has; all, unless given.",
        examples: [["title", "price"]]
      ),
      Member(
        "ttl",
        \.ttl,
        DocumentLifetimes.seconds,
        "Seconds for which an answer is fresh.",
        examples: [300]
      ),
      Member(
        "staleWhileRevalidate",
        \.staleWhileRevalidate,
        DocumentLifetimes.staleSeconds,
        "Seconds after that for which it may be served while a new one is made.",
        examples: [60]
      ),
      Member(
        "staleIfError",
        \.staleIfError,
        DocumentLifetimes.staleSeconds,
        "Seconds after that for which it may be served when no new one can be made.",
        examples: [86_400]
      ),
    ]
  }

  private var choosing: [Member<DocumentDeclaration>] {
    [
      Member(
        "fallback",
        \.fallback,
        .choice,
        "Answer for visitors in whose languages it is not: in another language, or none."
      ),
      Member(
        "precedence",
        \.precedence,
        Precedence.shape,
        "Order in which dimensions decide between variants that fit; others come after.",
        examples: [["country", "device"]]
      ),
      Member(
        "tags",
        \.tags,
        Shape.text(.tag).named("tag")
          .oneOrMore(atMost: DocumentDeclaration.maximumTags, orElse: .overBudget),
        "Names by which caches can be told to purge its answers.",
        examples: [["products"]]
      ),
      Member(
        "log",
        \.log,
        LogRules.shape(
          "Members of the body and parameters of the path and the query whose values are written to the log.",
          example: "item"
        ),
        "Values that are written to the log, and when a request is slow.",
        examples: [["capture": ["item"], "slow": "300ms"]]
      ),
    ]
  }

  private var variant: Shape<VariantDeclaration> {
    Shape.object(VariantDeclaration(), needsOneOf: ["patch", "body"]) {
      Member(
        "id",
        \.name,
        .text,
        "Name of the variant in explanations and in Content/emergency.json5.",
        examples: ["holidays"]
      )
      Member(
        "when",
        \.conditions,
        ConditionShapes(of: self).conditions.with("minProperties", 1)
          .adjusted { conditions, value, subject, context in
            guard conditions.isForEverybody else { return }
            context.badValue(
              value,
              "\(subject) has no condition; the document's own \"body\" is for everybody"
            )
          },
        isRequired: true,
        "Visitors who get the variant.",
        examples: [["country": "DE"]]
      )
      Member(
        "priority",
        \.priority,
        .integer(-1_000...1_000),
        "Decides between variants that name the same dimensions: the higher one wins."
      )
      Member(
        "patch",
        \.patch,
        VariantDeclaration.patchShape,
        "Changes to the document's body."
      )
      Member(
        "body",
        \.body,
        VariantDeclaration.bodyShape,
        "Body in place of the document's."
      )
    }
    .with("oneOf", [["required": ["patch"]], ["required": ["body"]]])
    .adjusted { variant, value, _, context in
      guard variant.patch != nil, variant.body != nil else { return }
      context.badValue(value, "a variant has both \"patch\" and \"body\"; expected one")
    }
    .named("variant")
  }

  private var planWords: PlanWords {
    PlanWords(backends: backends.map(\.name), places: ConditionShapes(of: self).place)
  }
}

extension VariantDeclaration {
  fileprivate static let bodyShape = shape(.reference(to: .body))
  fileprivate static let patchShape = shape(.reference(to: .patch))

  /// A dictionary without the members that the gateway puts there. What is in it, the scanner of bodies reads.
  private static func shape(_ schema: SchemaNode) -> Shape<DataValue> {
    Shape(
      schema: { schema },
      read: { value, subject, context in
        guard case .dictionary(let dictionary) = value.content else {
          context.wrongKind(value, subject, "a dictionary")
          return value
        }
        for member in dictionary.members
        where member.key == BodyKeys.datatype || member.key.hasPrefix("_") {
          context.findings.error(
            .badValue,
            at: context.place(member.keyPosition),
            "a body cannot have \"\(member.key)\", which the gateway puts there"
          )
        }
        return value
      }
    )
  }
}

extension TextForm where Value == String {
  fileprivate static let tag = TextForm(
    "tag",
    expected: "1 to \(DocumentDeclaration.maximumTagBytes) visible characters of ASCII without a "
      + "comma",
    pattern: #"^[!-+\--~]{1,\#(DocumentDeclaration.maximumTagBytes)}$"#,
    accepts: { tag in
      (1...DocumentDeclaration.maximumTagBytes).contains(tag.utf8.count)
        && tag.utf8.allSatisfy { ASCII.isVisible($0) && $0 != UInt8(ascii: ",") }
    }
  )
}

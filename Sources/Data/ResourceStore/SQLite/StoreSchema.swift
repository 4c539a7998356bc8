// SPDX-License-Identifier: Apache-2.0

import ResourceModel

/// The tables of a store, and the additions of declared types.
///
/// All records are in one table; a declared index is a partial index over an expression of their
/// JSON, so that a type can change at any time without a table of its own.
enum StoreSchema {
  static let steps = [
    """
    CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE type (
      name TEXT PRIMARY KEY, declaration TEXT NOT NULL, live INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    -- The versions of a zone are counted in the transaction that uses them: their order is the order
    -- of commits, and none is ever missing. A sequence promises neither.
    CREATE TABLE zone (
      name TEXT PRIMARY KEY, version INTEGER NOT NULL, horizon INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE object (
      id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, type TEXT NOT NULL, zone TEXT NOT NULL,
      owner TEXT, version INTEGER NOT NULL, class INTEGER NOT NULL, created INTEGER NOT NULL,
      updated INTEGER NOT NULL, deleted INTEGER, data TEXT NOT NULL
    ) STRICT;
    CREATE INDEX object_owned ON object (type, owner, uuid)
      WHERE deleted IS NULL AND owner IS NOT NULL;
    CREATE INDEX object_deleted ON object (deleted) WHERE deleted IS NOT NULL;

    CREATE TABLE edge (
      src TEXT NOT NULL, rel TEXT NOT NULL, pos INTEGER NOT NULL, dst TEXT NOT NULL,
      PRIMARY KEY (src, rel, pos)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX edge_target ON edge (dst, rel);

    CREATE TABLE change (
      zone TEXT NOT NULL, version INTEGER NOT NULL, uuid TEXT NOT NULL, op TEXT NOT NULL,
      at INTEGER NOT NULL, PRIMARY KEY (zone, version)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX change_time ON change (at);

    CREATE TABLE idem (
      key TEXT PRIMARY KEY, request BLOB NOT NULL, answer BLOB NOT NULL, at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX idem_time ON idem (at);
    """,
    """
    CREATE TABLE access_grant (
      record TEXT NOT NULL, grantee TEXT NOT NULL, right TEXT NOT NULL,
      PRIMARY KEY (record, grantee, right)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX grant_grantee ON access_grant (grantee, right, record);
    """,
    """
    CREATE TABLE credential (user TEXT PRIMARY KEY, hash TEXT NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE session (
      id TEXT PRIMARY KEY, user TEXT NOT NULL, device TEXT, created INTEGER NOT NULL,
      rotated INTEGER NOT NULL, expires INTEGER NOT NULL, token BLOB NOT NULL UNIQUE,
      previous BLOB UNIQUE
    ) STRICT;
    CREATE INDEX session_user ON session (user);
    CREATE INDEX session_time ON session (expires);

    CREATE TABLE code (
      digest BLOB PRIMARY KEY, purpose TEXT NOT NULL, user TEXT, content BLOB NOT NULL,
      expires INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX code_time ON code (expires);

    CREATE TABLE app_key (digest BLOB PRIMARY KEY, app TEXT NOT NULL) STRICT, WITHOUT ROWID;
    """,
    """
    -- The files of records, deleted ones too, by their digests. The bytes stand beside the database.
    CREATE TABLE record_file (
      record TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (record, digest)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX record_file_digest ON record_file (digest);

    CREATE TABLE outbox (
      id TEXT PRIMARY KEY, receiver TEXT NOT NULL, about TEXT, body BLOB NOT NULL,
      created INTEGER NOT NULL, expires INTEGER, attempts INTEGER NOT NULL, reason TEXT,
      dead INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX outbox_receiver ON outbox (dead, receiver, created, id);

    -- Who users are at the providers by which they sign in.
    CREATE TABLE identity (
      issuer TEXT NOT NULL, subject TEXT NOT NULL, user TEXT NOT NULL,
      PRIMARY KEY (issuer, subject)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX identity_user ON identity (user);

    -- How far the receivers of changes have been told.
    CREATE TABLE delivery (
      receiver TEXT NOT NULL, zone TEXT NOT NULL, version INTEGER NOT NULL,
      PRIMARY KEY (receiver, zone)
    ) STRICT, WITHOUT ROWID;
    """,
  ]

  /// The rows of a type that lists show. The literal name lets the planner use partial indexes; names
  /// of types are letters, digits and underscores.
  static func isLive(_ type: ResourceType, alias: String = "") -> String {
    "\(alias)type = '\(type.name)' AND \(alias)deleted IS NULL"
  }

  /// The expression of an attribute, as indexes and conditions have it.
  static func value(_ attribute: Attribute, alias: String = "") -> String {
    "json_extract(\(alias)data, '$.\(attribute.name)')"
  }

  static func uniqueIndex(_ type: ResourceType, _ attribute: Attribute) -> String {
    "unique_\(type.name)_\(attribute.name)"
  }

  static func pointTable(_ type: ResourceType, _ attribute: Attribute) -> String {
    "point_\(type.name)_\(attribute.name)"
  }

  static func textTable(_ type: ResourceType) -> String { "text_\(type.name)" }

  /// The names of what a type adds, each with the statement that makes it.
  static func additions(of type: ResourceType) -> [String: String] {
    // Each type has an index of its own: with one that all share, the planner prefers it to the
    // index of an attribute, and then sorts every record.
    var additions = [
      "INDEX \"live_\(type.name)\"":
        "CREATE INDEX \"live_\(type.name)\" ON object (uuid) WHERE \(isLive(type))"
    ]
    for attribute in type.attributes {
      let value = value(attribute)
      if attribute.isUnique {
        let name = uniqueIndex(type, attribute)
        additions["INDEX \"\(name)\""] =
          "CREATE UNIQUE INDEX \"\(name)\" ON object (\(value)) WHERE \(isLive(type))"
      } else if attribute.isIndexed {
        let name = "index_\(type.name)_\(attribute.name)"
        additions["INDEX \"\(name)\""] =
          "CREATE INDEX \"\(name)\" ON object (\(value), uuid) WHERE \(isLive(type))"
      }
      if attribute.kind == .point {
        let name = pointTable(type, attribute)
        additions["TABLE \"\(name)\""] =
          "CREATE VIRTUAL TABLE \"\(name)\" USING rtree(id, south, north, west, east)"
      }
    }
    if type.attributes.contains(where: \.isSearched) {
      let name = textTable(type)
      additions["TABLE \"\(name)\""] = """
        CREATE VIRTUAL TABLE "\(name)" USING fts5(\
        body, tokenize = "unicode61 remove_diacritics 2")
        """
    }
    return additions
  }
}

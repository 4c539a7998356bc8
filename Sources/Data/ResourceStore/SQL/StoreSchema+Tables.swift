// SPDX-License-Identifier: Apache-2.0

// The same tables in the words of both engines. PostgreSQL compares texts as SQLite does, by their bytes
// (`COLLATE "C"`), and keeps JSON as it was written (`json`, not `jsonb`).

extension StoreSchema {
  static let sqlite = [
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
      record TEXT NOT NULL, grantee TEXT NOT NULL, "right" TEXT NOT NULL,
      PRIMARY KEY (record, grantee, "right")
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX grant_grantee ON access_grant (grantee, "right", record);
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
    """
    -- Which process does what only one of those that share the store may do, and until when.
    CREATE TABLE lease (
      name TEXT PRIMARY KEY, holder TEXT NOT NULL, expires INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """,
    """
    -- Who made a change; NULL where that was not recorded. There is no index of it, which every write
    -- would pay for: it is looked for only when a user is erased.
    ALTER TABLE change ADD COLUMN author TEXT;
    """,
    """
    -- The secrets of authenticator apps, and the last half minute whose code was used.
    CREATE TABLE second_factor (
      user TEXT PRIMARY KEY, secret BLOB NOT NULL, confirmed INTEGER NOT NULL, step INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE recovery_code (digest BLOB PRIMARY KEY, user TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX recovery_code_user ON recovery_code (user);
    """,
    """
    -- When a second factor was confirmed; NULL where that was not recorded.
    ALTER TABLE second_factor ADD COLUMN since INTEGER;
    """,
    """
    -- The epoch of the changes. A file whose records were moved takes no row any more.
    INSERT OR IGNORE INTO meta SELECT 'epoch', randomblob(8)
      WHERE NOT EXISTS (SELECT 1 FROM meta WHERE name = 'moved');
    """,
  ]

  static let postgreSQL = [
    """
    CREATE EXTENSION IF NOT EXISTS unaccent;

    CREATE TABLE meta (name text COLLATE "C" PRIMARY KEY, value bytea NOT NULL);

    CREATE TABLE type (
      name text COLLATE "C" PRIMARY KEY, declaration text NOT NULL, live bigint NOT NULL DEFAULT 0
    );

    CREATE TABLE zone (
      name text COLLATE "C" PRIMARY KEY, version bigint NOT NULL, horizon bigint NOT NULL DEFAULT 0
    );

    CREATE TABLE object (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, uuid text COLLATE "C" NOT NULL UNIQUE,
      type text COLLATE "C" NOT NULL, zone text COLLATE "C" NOT NULL, owner text COLLATE "C",
      version bigint NOT NULL, class bigint NOT NULL, created bigint NOT NULL,
      updated bigint NOT NULL, deleted bigint, data json NOT NULL
    );
    CREATE INDEX object_owned ON object (type, owner, uuid)
      WHERE deleted IS NULL AND owner IS NOT NULL;
    CREATE INDEX object_deleted ON object (deleted) WHERE deleted IS NOT NULL;

    CREATE TABLE edge (
      src text COLLATE "C" NOT NULL, rel text COLLATE "C" NOT NULL, pos bigint NOT NULL,
      dst text COLLATE "C" NOT NULL, PRIMARY KEY (src, rel, pos)
    );
    CREATE INDEX edge_target ON edge (dst, rel);

    CREATE TABLE change (
      zone text COLLATE "C" NOT NULL, version bigint NOT NULL, uuid text COLLATE "C" NOT NULL,
      op text NOT NULL, at bigint NOT NULL, PRIMARY KEY (zone, version)
    );
    CREATE INDEX change_time ON change (at);

    CREATE TABLE idem (
      key text COLLATE "C" PRIMARY KEY, request bytea NOT NULL, answer bytea NOT NULL,
      at bigint NOT NULL
    );
    CREATE INDEX idem_time ON idem (at);

    CREATE TABLE access_grant (
      record text COLLATE "C" NOT NULL, grantee text COLLATE "C" NOT NULL,
      "right" text COLLATE "C" NOT NULL, PRIMARY KEY (record, grantee, "right")
    );
    CREATE INDEX grant_grantee ON access_grant (grantee, "right", record);

    CREATE TABLE credential ("user" text COLLATE "C" PRIMARY KEY, hash text NOT NULL);

    CREATE TABLE session (
      id text COLLATE "C" PRIMARY KEY, "user" text COLLATE "C" NOT NULL, device text,
      created bigint NOT NULL, rotated bigint NOT NULL, expires bigint NOT NULL,
      token bytea NOT NULL UNIQUE, previous bytea UNIQUE
    );
    CREATE INDEX session_owner ON session ("user");
    CREATE INDEX session_time ON session (expires);

    CREATE TABLE code (
      digest bytea PRIMARY KEY, purpose text NOT NULL, "user" text COLLATE "C",
      content bytea NOT NULL, expires bigint NOT NULL
    );
    CREATE INDEX code_time ON code (expires);

    CREATE TABLE app_key (digest bytea PRIMARY KEY, app text COLLATE "C" NOT NULL);

    CREATE TABLE record_file (
      record text COLLATE "C" NOT NULL, digest text COLLATE "C" NOT NULL,
      PRIMARY KEY (record, digest)
    );
    CREATE INDEX record_file_digest ON record_file (digest);

    CREATE TABLE outbox (
      id text COLLATE "C" PRIMARY KEY, receiver text COLLATE "C" NOT NULL, about text COLLATE "C",
      body bytea NOT NULL, created bigint NOT NULL, expires bigint, attempts bigint NOT NULL,
      reason text, dead bigint NOT NULL
    );
    CREATE INDEX outbox_receiver ON outbox (dead, receiver, created, id);

    CREATE TABLE identity (
      issuer text COLLATE "C" NOT NULL, subject text COLLATE "C" NOT NULL,
      "user" text COLLATE "C" NOT NULL, PRIMARY KEY (issuer, subject)
    );
    CREATE INDEX identity_user ON identity ("user");

    CREATE TABLE delivery (
      receiver text COLLATE "C" NOT NULL, zone text COLLATE "C" NOT NULL, version bigint NOT NULL,
      PRIMARY KEY (receiver, zone)
    );

    -- A lexeme has at most 2,046 bytes.
    CREATE FUNCTION folded_words(words text) RETURNS tsvector LANGUAGE sql STABLE AS $$
      SELECT array_to_tsvector(coalesce(array_agg(DISTINCT left(unaccent(word), 500)), '{}'))
      FROM regexp_split_to_table(words, ' ') AS word WHERE unaccent(word) <> ''
    $$;
    CREATE FUNCTION folded_query(words text) RETURNS tsquery LANGUAGE sql STABLE AS $$
      SELECT string_agg(
        '''' || replace(left(unaccent(word), 500), '''', '''''') || '''', ' & '
      )::tsquery FROM regexp_split_to_table(words, ' ') AS word WHERE unaccent(word) <> ''
    $$;
    """,
    """
    CREATE TABLE lease (
      name text COLLATE "C" PRIMARY KEY, holder text NOT NULL, expires bigint NOT NULL
    );
    """,
    """
    ALTER TABLE change ADD COLUMN author text COLLATE "C";
    """,
    """
    CREATE TABLE second_factor (
      "user" text COLLATE "C" PRIMARY KEY, secret bytea NOT NULL, confirmed bigint NOT NULL,
      step bigint NOT NULL
    );

    CREATE TABLE recovery_code (digest bytea PRIMARY KEY, "user" text COLLATE "C" NOT NULL);
    CREATE INDEX recovery_code_user ON recovery_code ("user");
    """,
    """
    ALTER TABLE second_factor ADD COLUMN since bigint;
    """,
    """
    -- The last half of a random UUID.
    INSERT INTO meta VALUES ('epoch', substring(uuid_send(gen_random_uuid()) FROM 9))
      ON CONFLICT DO NOTHING;
    """,
    """
    -- The files of records in pieces, each with the size of its file and when it was put there. They are
    -- compressed already, as a rule, or not worth it.
    CREATE TABLE file_piece (
      digest text COLLATE "C" NOT NULL, place bigint NOT NULL, size bigint NOT NULL,
      put bigint NOT NULL, bytes bytea NOT NULL, PRIMARY KEY (digest, place)
    );
    ALTER TABLE file_piece ALTER COLUMN bytes SET STORAGE EXTERNAL;
    """,
  ]
}

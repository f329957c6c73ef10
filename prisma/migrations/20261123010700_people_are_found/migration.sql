-- AlterTable
ALTER TABLE "person" ADD COLUMN     "search" TEXT NOT NULL DEFAULT '';

-- What Prisma's schema cannot say -----------------------------------------------------------------------------------

-- Text as it is compared: without accents and in small letters, each run of space one space.
CREATE FUNCTION "person_fold"("written" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT replace(replace(replace(replace(
    translate(
      lower(regexp_replace(regexp_replace(normalize("written", NFD), '[\u0300-\u036f]', '', 'g'), '[\s\u00a0\u2000-\u200d\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g')),
      'øłđðħıŧ', 'olddhit'),
    'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th')
$$;

-- Every word's three letters from each place on, those of each account apart; plain SQL, as extensions are not ours to
-- install. A part of one or two letters is the beginning of some of them.
CREATE FUNCTION "person_grams"("account" int, "folded" text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_to_tsvector(array_agg(DISTINCT "account"::text || ':' || substr("word", "place", 3)))
  FROM unnest(string_to_array("folded", ' ')) AS "word", generate_series(1, length("word")) AS "place"
$$;

-- Those that a word with this part in it has.
CREATE FUNCTION "person_query"("account" int, "folded" text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(DISTINCT '''' || replace(replace("account"::text || ':' || substr("folded", "place", 3), '\', '\\'), '''', '''''') || ''':*', ' & ')::tsquery
  FROM generate_series(1, greatest(length("folded") - 2, 1)) AS "place"
$$;

CREATE FUNCTION "person_search"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."search" := "person_fold"(NEW."name" || ' ' || NEW."email" || ' ' || NEW."phone");
  RETURN NEW;
END $$;
CREATE TRIGGER "person_search" BEFORE INSERT OR UPDATE OF "name", "email", "phone" ON "person"
  FOR EACH ROW EXECUTE FUNCTION "person_search"();

UPDATE "person" SET "search" = "person_fold"("name" || ' ' || "email" || ' ' || "phone");

-- Without a list of what is to be merged, which every search would read through.
CREATE INDEX "person_parts" ON "person" USING gin ("person_grams"("account_id", "search")) WITH (fastupdate = off) WHERE "deleted_at" IS NULL;

-- A person is listed as one of all, and as one whose name begins so: a page of people with the same first letters costs
-- its page. Of longer beginnings three letters are enough.
CREATE FUNCTION "person_lists"("name" text) RETURNS SETOF text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT DISTINCT left(lower("name"), "letters") FROM generate_series(0, 3) AS "letters"
$$;

CREATE OR REPLACE FUNCTION "list_scope_of_person"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NOT EXISTS (
      SELECT FROM old_rows o JOIN new_rows n ON n."id" = o."id"
      WHERE o."location_id" IS DISTINCT FROM n."location_id" OR o."deleted_at" IS DISTINCT FROM n."deleted_at"
        OR left(lower(o."name"), 3) IS DISTINCT FROM left(lower(n."name"), 3)) THEN RETURN NULL;
    END IF;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM "list_scope" s USING old_rows o CROSS JOIN LATERAL "person_lists"(o."name") AS l("state")
      JOIN "location_ancestor" a ON a."location_id" = o."location_id"
    WHERE s."location_id" = a."ancestor_id" AND s."list" = 'person' AND s."state" = l."state" AND s."id" = o."seq";
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO "list_scope" ("location_id", "list", "state", "id")
    SELECT a."ancestor_id", 'person', l."state", n."seq"
    FROM new_rows n CROSS JOIN LATERAL "person_lists"(n."name") AS l("state")
      JOIN "location_ancestor" a ON a."location_id" = n."location_id" WHERE n."deleted_at" IS NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION "list_scope_of_tree"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "list_scope" ("location_id", "list", "state", "id")
    SELECT p."ancestor_id", 'person', l."state", x."seq" FROM new_rows p JOIN "person" x ON x."location_id" = p."location_id"
      CROSS JOIN LATERAL "person_lists"(x."name") AS l("state") WHERE x."deleted_at" IS NULL
    UNION ALL
    SELECT p."ancestor_id", 'key', coalesce(x."state", 'none'), x."id" FROM new_rows p JOIN "access_key" x ON x."location_id" = p."location_id"
    UNION ALL
    SELECT p."ancestor_id", 'invitation', x."state", x."id" FROM new_rows p JOIN "invitation" x ON x."location_id" = p."location_id"
    UNION ALL
    SELECT p."ancestor_id", 'lock', x."type", x."id" FROM new_rows p JOIN "lock" x ON x."location_id" = p."location_id"
    ON CONFLICT DO NOTHING;
  ELSE
    DELETE FROM "list_scope" s USING (
    SELECT p."ancestor_id", 'person', l."state", x."seq" FROM old_rows p JOIN "person" x ON x."location_id" = p."location_id"
      CROSS JOIN LATERAL "person_lists"(x."name") AS l("state") WHERE x."deleted_at" IS NULL
    UNION ALL
    SELECT p."ancestor_id", 'key', coalesce(x."state", 'none'), x."id" FROM old_rows p JOIN "access_key" x ON x."location_id" = p."location_id"
    UNION ALL
    SELECT p."ancestor_id", 'invitation', x."state", x."id" FROM old_rows p JOIN "invitation" x ON x."location_id" = p."location_id"
    UNION ALL
    SELECT p."ancestor_id", 'lock', x."type", x."id" FROM old_rows p JOIN "lock" x ON x."location_id" = p."location_id"
    ) AS gone("location_id", "list", "state", "id")
    WHERE s."location_id" = gone."location_id" AND s."list" = gone."list" AND s."state" = gone."state" AND s."id" = gone."id";
  END IF;
  RETURN NULL;
END $$;

-- People of before: their beginnings.
INSERT INTO "list_scope" ("location_id", "list", "state", "id")
SELECT a."ancestor_id", 'person', l."state", p."seq" FROM "person" p CROSS JOIN LATERAL "person_lists"(p."name") AS l("state")
  JOIN "location_ancestor" a ON a."location_id" = p."location_id" WHERE p."deleted_at" IS NULL
ON CONFLICT DO NOTHING;

-- What Prisma's schema cannot say -----------------------------------------------------------------------------------

-- A page of people by name costs its page. The beginning alone, as a row of an index has its limit; it is written where a
-- person is added, moved, or changes name or address.
CREATE INDEX "person_by_name" ON "person" ("account_id", left("search", 100), "id") WHERE "deleted_at" IS NULL;

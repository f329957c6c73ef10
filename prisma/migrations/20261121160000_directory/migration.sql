CREATE TABLE "directory_token" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "directory_token_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "directory_user" (
    "id" UUID NOT NULL,
    "seq" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "person_id" UUID,
    "user_name" TEXT NOT NULL,
    "user_key" TEXT NOT NULL,
    "external_id" TEXT NOT NULL DEFAULT '',
    "emails" TEXT[],
    "attributes" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "directory_user_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "directory_token_token_hash_key" ON "directory_token"("token_hash");

CREATE INDEX "directory_token_account_id_idx" ON "directory_token"("account_id");

CREATE UNIQUE INDEX "directory_user_seq_key" ON "directory_user"("seq");
CREATE UNIQUE INDEX "directory_user_person_id_key" ON "directory_user"("person_id");

CREATE INDEX "directory_user_location_id_seq_idx" ON "directory_user"("location_id", "seq");
CREATE INDEX "directory_user_location_id_external_id_idx" ON "directory_user"("location_id", "external_id");
CREATE INDEX "directory_user_emails_idx" ON "directory_user" USING GIN ("emails");

CREATE UNIQUE INDEX "directory_user_location_id_user_key_key" ON "directory_user"("location_id", "user_key");

ALTER TABLE "directory_token" ADD CONSTRAINT "directory_token_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "directory_token" ADD CONSTRAINT "directory_token_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "directory_user" ADD CONSTRAINT "directory_user_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "directory_user" ADD CONSTRAINT "directory_user_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "directory_user" ADD CONSTRAINT "directory_user_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE;

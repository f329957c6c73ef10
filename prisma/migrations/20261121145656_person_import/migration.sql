-- CreateTable
CREATE TABLE "person_import" (
    "account_id" INTEGER NOT NULL,
    "digest" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "person_id" UUID,
    "created" BOOLEAN NOT NULL DEFAULT false,
    "key_id" INTEGER,

    CONSTRAINT "person_import_pkey" PRIMARY KEY ("account_id","digest")
);

-- CreateIndex
CREATE INDEX "person_import_at_idx" ON "person_import"("at");

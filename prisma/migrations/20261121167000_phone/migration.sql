-- CreateTable
CREATE TABLE "phone" (
    "id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "user_agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "phone_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "phone_key" (
    "phone_id" UUID NOT NULL,
    "access_key_id" INTEGER NOT NULL,
    "bound_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "phone_key_pkey" PRIMARY KEY ("phone_id","access_key_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "phone_token_hash_key" ON "phone"("token_hash");

-- CreateIndex
CREATE INDEX "phone_key_access_key_id_idx" ON "phone_key"("access_key_id");

-- AddForeignKey
ALTER TABLE "phone_key" ADD CONSTRAINT "phone_key_phone_id_fkey" FOREIGN KEY ("phone_id") REFERENCES "phone"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "phone_key" ADD CONSTRAINT "phone_key_access_key_id_fkey" FOREIGN KEY ("access_key_id") REFERENCES "access_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;

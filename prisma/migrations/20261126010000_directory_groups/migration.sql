-- AlterTable
ALTER TABLE "directory_user" ADD COLUMN     "access_key_id" INTEGER,
ADD COLUMN     "keys_due_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "directory_group" (
    "id" UUID NOT NULL,
    "seq" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "location_id" INTEGER NOT NULL,
    "security_group_id" INTEGER NOT NULL,
    "display_name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "external_id" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "directory_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "directory_group_member" (
    "group_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "directory_group_member_pkey" PRIMARY KEY ("group_id","user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "directory_group_seq_key" ON "directory_group"("seq");

-- CreateIndex
CREATE UNIQUE INDEX "directory_group_security_group_id_key" ON "directory_group"("security_group_id");

-- CreateIndex
CREATE INDEX "directory_group_location_id_seq_idx" ON "directory_group"("location_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "directory_group_location_id_name_key_key" ON "directory_group"("location_id", "name_key");

-- CreateIndex
CREATE INDEX "directory_group_member_user_id_idx" ON "directory_group_member"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "directory_user_access_key_id_key" ON "directory_user"("access_key_id");

CREATE INDEX "directory_user_keys_due_at_idx" ON "directory_user" ("keys_due_at") WHERE "keys_due_at" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "directory_user" ADD CONSTRAINT "directory_user_access_key_id_fkey" FOREIGN KEY ("access_key_id") REFERENCES "access_key"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_group" ADD CONSTRAINT "directory_group_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_group" ADD CONSTRAINT "directory_group_location_id_fkey" FOREIGN KEY ("location_id") REFERENCES "location"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_group" ADD CONSTRAINT "directory_group_security_group_id_fkey" FOREIGN KEY ("security_group_id") REFERENCES "security_group"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_group_member" ADD CONSTRAINT "directory_group_member_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "directory_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_group_member" ADD CONSTRAINT "directory_group_member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "directory_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
